package dev.headroom.lab.experiment;

/** A place in a file; both count from 1, 0 is no place. */
record Place(int line, int column) implements Comparable<Place> {

    static final Place NONE = new Place(0, 0);

    @Override
    public int compareTo(Place other) {
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }
}
