package dev.headroom.cli.screen;

import dev.headroom.core.text.Printable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Through which everything goes that this process prints: standard output and standard error. Colours, weights and ends of lines pass; any other
 * control character is shown, not obeyed, whoever printed it. It is the last guard: names are made harmless where they are put into a text, since
 * here a forged line cannot be told from a line.
 */
public final class Door extends OutputStream {

    /** {@code ESC [ numbers m}: weights and colours, but for 8, which hides what follows. */
    private static final Pattern PASSES = Pattern.compile("\u001b\\[(?!(?:[\\d;]*;)?0*8[;m])[\\d;]{0,12}m|\r\n");

    /** What may become one of these with the next bytes. */
    private static final Pattern BEGUN = Pattern.compile("(?:\u001b(?:\\[[\\d;]{0,12})?|\r|[\ud800-\udbff])\\z");

    private static final int PART = 8192;

    private final OutputStream to;
    private final Charset charset;
    private final CharsetDecoder decoder;
    private ByteBuffer bytes = ByteBuffer.allocate(PART);
    private String held = "";

    Door(OutputStream to, Charset charset) {
        this.to = to;
        this.charset = charset;
        decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
    }

    /** Characters of the line that was written over last: more blanks than these go on in the next row of a narrow terminal. */
    private static int over;

    /** From now on all that is printed goes through doors. */
    public static StandardOutput install() {
        StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        System.setOut(through(output, System.out.charset()));
        System.setErr(through(new FileOutputStream(FileDescriptor.err), System.err.charset()));
        return output;
    }

    private static PrintStream through(OutputStream to, Charset charset) {
        return new PrintStream(new Door(to, charset), true, charset);
    }

    /** Writes over the line of standard error in which the cursor stands. */
    public static synchronized void overLine(String text) {
        String line = Printable.name(text);
        raw(FileDescriptor.err, "\r" + " ".repeat(over) + "\r" + line);
        over = line.length();
    }

    /** Sends a terminal what its own description says, on standard output. */
    public static void raw(String sequence) {
        raw(FileDescriptor.out, sequence);
    }

    private static void raw(FileDescriptor descriptor, String text) {
        System.out.flush();
        System.err.flush();
        // never closed: the descriptor is the process's own
        new PrintStream(new FileOutputStream(descriptor), true, System.out.charset()).print(text);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] all, int offset, int length) throws IOException {
        for (int at = 0; at < length; at += PART / 2) {
            bytes.put(all, offset + at, Math.min(PART / 2, length - at));
            CharBuffer chars = CharBuffer.allocate(PART);
            decoder.decode(bytes.flip(), chars, false);
            bytes.compact();
            pass(held + chars.flip(), false);
        }
    }

    /** What is begun and not ended is held back until it is known what it will be. */
    private void pass(String text, boolean all) throws IOException {
        Matcher begun = BEGUN.matcher(text);
        int end = !all && begun.find() ? begun.start() : text.length();
        held = text.substring(end);
        StringBuilder shown = new StringBuilder();
        int from = 0;
        Matcher passing = PASSES.matcher(text).region(0, end);
        while (passing.find()) {
            shown.append(Printable.of(text.substring(from, passing.start()))).append(passing.group());
            from = passing.end();
        }
        shown.append(Printable.of(text.substring(from, end)));
        to.write(shown.toString().getBytes(charset));
    }

    @Override
    public synchronized void flush() throws IOException {
        to.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        pass(held, true);
        to.close();
    }
}
