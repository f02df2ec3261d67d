// Says of each text what go/types finds wrong with what its functions return and where they leave statements.
// All else would need the packages that a text imports.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"runtime"
)

func main() {
	say("go/types of " + runtime.Version())
	lines := bufio.NewReaderSize(os.Stdin, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var text string
		if err := json.Unmarshal(line, &text); err != nil {
			panic(err)
		}
		say(fault(text))
	}
}

var promised = regexp.MustCompile(
	`^(too many return values\n\thave \(.*\)\n\twant \(\)$|not enough return values\n\thave \(\)|break is not in|continue is not in|` +
		`break not in|continue not in|(break|continue) statement not within|fallthrough statement out of place|` +
		`misplaced fallthrough|cannot fallthrough in type switch)`)

// The first mistake; nil if there is none.
func fault(text string) any {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "a.go", text, parser.SkipObjectResolution)
	if err != nil {
		return err.Error()
	}
	ast.Inspect(file, simplify)
	var found any
	config := types.Config{Error: func(err error) {
		message := err.(types.Error).Msg
		if found == nil && promised.MatchString(message) {
			found = "go/types: " + message
		}
	}}
	config.Check("a", set, []*ast.File{file}, nil)
	return found
}

// Replaces what is unknown without the imported packages, and of which go/types would speak instead: what is
// returned, labels, and receivers.
func simplify(node ast.Node) bool {
	switch one := node.(type) {
	case *ast.ReturnStmt:
		for i, result := range one.Results {
			if _, isFunction := result.(*ast.FuncLit); !isFunction {
				one.Results[i] = &ast.BasicLit{ValuePos: result.Pos(), Kind: token.INT, Value: "0"}
			}
		}
	case *ast.BranchStmt:
		if one.Tok != token.GOTO {
			one.Label = nil
		}
	case *ast.FuncDecl:
		one.Recv = nil
	}
	return true
}

func say(answer any) {
	said, _ := json.Marshal(answer)
	os.Stdout.Write(append(said, '\n'))
}
