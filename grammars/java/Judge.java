// Says of each text what javac's parser says: see "Programs" in grammars/README.md. Nothing is attributed, and
// nothing is written.

import com.sun.source.util.JavacTask;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

public final class Judge {
    private static final List<String> OPTIONS = List.of("-proc:none", "-Xlint:none", "-source", "17");

    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String text) {
            super(URI.create("string:///Text.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** The first error, with its line; null if there is none. */
    private static String refusal(JavaCompiler compiler, JavaFileManager files, String text) throws IOException {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Object task = compiler.getTask(nowhere, files, said, OPTIONS, null, List.of(new Text(text)));
        try {
            ((JavacTask) task).parse();
        } catch (StackOverflowError error) {
            return "gave up: " + error;
        } catch (RuntimeException | AssertionError error) {
            return "0: " + error;
        }
        for (Diagnostic<?> one : said.getDiagnostics()) {
            if (one.getKind() == Diagnostic.Kind.ERROR) {
                return one.getLineNumber() + ": " + one.getMessage(null);
            }
        }
        return null;
    }

    /** A JSON string as text. */
    private static String read(String json) {
        StringBuilder text = new StringBuilder();
        for (int at = json.indexOf('"') + 1; json.charAt(at) != '"'; at++) {
            char sign = json.charAt(at);
            if (sign == '\\') {
                sign = json.charAt(++at);
                int known = "nrtbf".indexOf(sign);
                if (sign == 'u') {
                    sign = (char) Integer.parseInt(json.substring(at + 1, at + 5), 16);
                    at += 4;
                } else if (known >= 0) {
                    sign = "\n\r\t\b\f".charAt(known);
                }
            }
            text.append(sign);
        }
        return text.toString();
    }

    /** A text as JSON, in ASCII; null as it is. */
    private static String written(String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder json = new StringBuilder("\"");
        for (char sign : text.toCharArray()) {
            boolean isPlain = sign >= ' ' && sign < 127 && sign != '"' && sign != '\\';
            json.append(isPlain ? String.valueOf(sign) : String.format("\\u%04x", (int) sign));
        }
        return json.append('"').toString();
    }

    public static void main(String[] arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            System.err.println("there is no compiler in this run-time environment");
            System.exit(1);
        }
        JavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println(written("javac's parser of Java " + System.getProperty("java.version")));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(written(refusal(compiler, files, read(line))));
        }
    }
}
