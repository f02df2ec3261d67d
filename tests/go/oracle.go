// Says of each text what go/parser says: a JSON string a line in, null or its first message a line out.
package main

import (
	"bufio"
	"encoding/json"
	"go/parser"
	"go/token"
	"os"
)

func main() {
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
		said, _ := json.Marshal(answer)
		os.Stdout.Write(append(said, '\n'))
	}
}
