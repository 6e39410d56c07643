package dev.butlerlabs.butler.providers.spi.infrastructure;

/**
 * What stands on each worker for the cloud's own programs: its controller and its drivers of disks.
 * They sign in as the machine they run on; no credential stands here.
 *
 * @param path on the machine
 */
public record CloudFile(String path, String content) {}
