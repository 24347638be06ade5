package dev.headroom.fuzz;

/** Something that reads what a stranger wrote. Its corpus is the folder {@code NAMEInputs/fuzz} in the resources of its package. */
public interface Target {

    /**
     * Reads it and does with it what Headroom does.
     *
     * @throws Exception other than the documented one of what is read, which the target takes: a fault
     */
    void fuzz(byte[] input) throws Exception;
}
