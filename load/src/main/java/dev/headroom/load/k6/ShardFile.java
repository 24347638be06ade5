package dev.headroom.load.k6;

import dev.headroom.load.recording.Sample;
import dev.headroom.load.recording.SampleSum;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The CSV file that one part of a load has left, packed or not. */
public record ShardFile(Path file) {

    /**
     * What is in it.
     *
     * @param name of the file
     * @param begun whether k6 had begun to write it
     * @param cut whether it ends in the middle of a line
     * @param firstMicros when its first request was sent, microseconds since the epoch; 0 where it has none
     * @param lastMicros when its last request was sent
     * @param lastEndMicros when the last of its requests ended
     * @param iterations of the script that came to their end
     * @param dropped iterations that k6 left out, since no user was free
     * @param mostVus the most users at once
     * @param checks of the script, those of a body aside that make their request an error
     * @param failedChecks of these, by their names
     * @param activity when it was at work
     */
    public record Seen(
            String name,
            boolean begun,
            boolean cut,
            long requests,
            long firstMicros,
            long lastMicros,
            long lastEndMicros,
            long iterations,
            long dropped,
            long mostVus,
            long checks,
            Map<String, Long> failedChecks,
            Activity activity) {

        /** Checks that did not hold. */
        public long failed() {
            return failedChecks.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Reads it once, to know when it began. */
    public Seen look() throws IOException {
        LongSummaryStatistics sent = new LongSummaryStatistics();
        LongSummaryStatistics ended = new LongSummaryStatistics();
        Activity.Watch activity = new Activity.Watch();
        CsvReader reader = new CsvReader();
        boolean cut = read(reader, sample -> {
            activity.request(sample);
            sent.accept(sample.startMicros());
            ended.accept(sample.endMicros());
        });
        boolean none = sent.getCount() == 0;
        reader.users().forEach(activity::alive);
        return new Seen(
                String.valueOf(file.getFileName()),
                reader.begun(),
                reader.cut() || cut,
                sent.getCount(),
                none ? 0 : sent.getMin(),
                none ? 0 : sent.getMax(),
                none ? 0 : ended.getMax(),
                reader.iterations().orElseThrow(),
                reader.dropped().orElseThrow(),
                reader.mostVus(),
                reader.checks().orElseThrow().made(),
                reader.failedChecks(),
                activity.seen());
    }

    /** Adds what is in it to what others have brought. */
    void addTo(SampleSum sum, K6Sums metrics) throws IOException {
        CsvReader reader = new CsvReader();
        read(reader, sum::add);
        metrics.add(reader.sums());
    }

    /** Whether what is packed ends too early. */
    private boolean read(CsvReader reader, Consumer<Sample> each) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = open()) {
            int length;
            while ((length = in.read(buffer)) >= 0) {
                reader.read(buffer, length).forEach(each);
            }
        } catch (EOFException e) {
            return true;
        } catch (ZipException e) {
            throw new IOException(
                    file + " is damaged, or not packed by gzip (" + e.getMessage()
                            + "): fetch it again; one that is not packed is to end with .csv",
                    e);
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        return false;
    }

    private InputStream open() throws IOException {
        InputStream plain = Files.newInputStream(file);
        try {
            return isPacked(String.valueOf(file)) ? new GZIPInputStream(plain) : plain;
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    static boolean isPacked(String name) {
        return name.endsWith(".gz");
    }
}
