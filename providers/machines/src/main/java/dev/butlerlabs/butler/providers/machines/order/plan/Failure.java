package dev.butlerlabs.butler.providers.machines.order.plan;

/** Why an order failed: one word for programs, one sentence for people. */
public record Failure(String reason, String message) {}
