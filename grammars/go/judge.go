// Says of each text what go/parser says: see "Programs" in grammars/README.md.
package main

import (
	"bufio"
	"encoding/json"
	"go/parser"
	"go/token"
	"os"
	"runtime"
)

func main() {
	say("go/parser of " + runtime.Version())
	lines := bufio.NewReaderSize(os.Stdin, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var text string
		var answer any
		if err := json.Unmarshal(line, &text); err != nil {
			panic(err)
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution); err != nil {
			answer = err.Error()
		}
		say(answer)
	}
}

func say(answer any) {
	said, _ := json.Marshal(answer)
	os.Stdout.Write(append(said, '\n'))
}
