package dev.butlerlabs.butler.api;

import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Required;

/** Names an object whose namespace is known from the context. */
public record LocalRef(@Required @Length(min = 1) @Doc("Name of the object.") String name)
    implements Wire {}
