package dev.butlerlabs.butler.providers.spi.image;

/** Which image is meant: its name on the platform, and the UID of the object it is made for. */
public record ImageId(String name, String uid) {}
