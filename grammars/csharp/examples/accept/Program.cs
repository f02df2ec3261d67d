#!/usr/bin/env dotnet
#nullable enable
namespace Tools;

var names = new List<string>();
Console.WriteLine("""A "raw" text""");
for (; ; ) break;
