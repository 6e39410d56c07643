package dev.butlerlabs.butler.api;

import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Required;

/** Names an object in any namespace. */
public record NamespacedRef(
    @Required @Length(min = 1) @Doc("Name of the object.") String name,
    @Required @Length(min = 1) @Doc("Namespace of the object.") String namespace)
    implements Wire {}
