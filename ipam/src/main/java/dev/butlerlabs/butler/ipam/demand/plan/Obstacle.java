package dev.butlerlabs.butler.ipam.demand.plan;

/**
 * Why a need cannot be met now.
 *
 * @param reason one CamelCase word, as conditions have it
 * @param message what stands in the way, and what a person could do
 */
public record Obstacle(String reason, String message) {}
