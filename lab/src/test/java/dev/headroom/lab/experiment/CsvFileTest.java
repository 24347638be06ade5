package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvFileTest {

    @TempDir
    Path folder;

    private CsvFile read(String text) throws IOException {
        return CsvFile.read(Files.writeString(folder.resolve("ids.csv"), text));
    }

    @Test
    void theFirstLineNamesTheColumns() throws Exception {
        CsvFile file = read("id, name\n1,one\n2,two\n");

        assertThat(file.columns()).containsExactly("id", "name");
        assertThat(file.rows()).containsExactly(List.of("1", "one"), List.of("2", "two"));
    }

    @Test
    void valuesInQuotesMayHoldCommasQuotesAndLineEnds() throws Exception {
        assertThat(read("a,b\r\n\"x, \"\"y\"\"\",\"1\n2\"\r\n,\"\"").rows())
                .containsExactly(List.of("x, \"y\"", "1\n2"), List.of("", ""));
    }

    @Test
    void aByteOrderMarkAndEmptyLinesAreNoValues() throws Exception {
        CsvFile file = read("\uFEFFid\n\n1\n\n");

        assertThat(file.columns()).containsExactly("id");
        assertThat(file.rows()).containsExactly(List.of("1"));
    }

    @Test
    void whatIsWrongWithAFileIsTold() throws Exception {
        refused("", "ids.csv, which has no line");
        refused("id\n", "ids.csv, which has no line below its header");
        refused("a,b\n1,2\n\n3\n", "ids.csv, which has 1 values in line 4 and 2 columns");
        refused("a\n\"b\n", "ids.csv, which has a quote in line 2 that is not closed");
        Path bytes = Files.write(folder.resolve("bytes.csv"), new byte[] {'a', '\n', (byte) 0xE4});
        assertThatThrownBy(() -> CsvFile.read(bytes)).hasMessage(bytes + ", which is not in UTF-8");
        assertThatThrownBy(() -> CsvFile.read(folder)).hasMessage("no file but a folder at " + folder);
    }

    private void refused(String text, String why) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(IOException.class).hasMessageEndingWith(why);
    }
}
