package dev.headroom.lab.service;

/** A service did not start or did not stay up; the message says which, why, and what to do. */
public final class ServiceException extends Exception {

    private static final long serialVersionUID = 1;

    public ServiceException(String message) {
        super(message);
    }

    public ServiceException(String message, Throwable cause) {
        super(message, cause);
    }
}
