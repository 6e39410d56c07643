package dev.butlerlabs.butler.api.local;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import org.jspecify.annotations.Nullable;

/** First steps of a piece of infrastructure. */
public record Initialization(
    @Doc("True once the infrastructure is there; it stays true.") @Nullable Boolean provisioned)
    implements Wire {}
