package load;

public final class Delay extends Page {
    public Delay() {
        super("/metadata/names/1");
    }
}
