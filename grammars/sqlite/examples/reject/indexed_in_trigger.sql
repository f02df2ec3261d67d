create trigger a after insert on t begin delete from t indexed by i; end
