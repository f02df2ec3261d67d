a
done
