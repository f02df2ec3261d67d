#!/usr/bin/env dotnet
#nullable enable
namespace Tools;

var names = new List<string>();
Console.WriteLine("""A "raw" text""");
Console.WriteLine("""""One with """" and {""""" + """u"""u8.Length);
for (; ; ) break;
