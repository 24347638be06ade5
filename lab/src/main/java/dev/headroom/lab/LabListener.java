package dev.headroom.lab;

/** Is told what goes on, on the thread that runs the experiment: it should return soon. */
@FunctionalInterface
public interface LabListener {

    void on(LabEvent event);
}
