package dev.butlerlabs.butler.tenants.cause.plan;

import java.time.Instant;

/**
 * A write that the API server refused to Butler when it last tried.
 *
 * @param object kind, namespace and name
 * @param reason one word out of those that writing knows
 * @param message the API server's own words
 */
public record Refused(String object, String reason, String message, Instant since) {}
