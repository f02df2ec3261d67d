# quoin's example: the header below has an open bracket and no colon.
# What is offered in grey ends it, so that the file parses with the
# block that follows. Press Tab to take it.
import os


def sizes(folder):
    found = {}
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isfile(█
            found[name] = os.path.getsize(path)
    return found
