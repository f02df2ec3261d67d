select a like b escape c escape d
