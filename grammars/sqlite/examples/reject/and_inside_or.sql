select a between b or c and d
