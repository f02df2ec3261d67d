# until 3.11
f"{x for x in y}", f'{x async for x in y if z}'
