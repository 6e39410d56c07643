package dev.butlerlabs.butler.api;

import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** Names a Secret, and where it matters the key inside it. */
public record SecretRef(
    @Required @Length(min = 1) @Doc("Name of the Secret.") String name,
    @Doc("Namespace of the Secret. Left out: the namespace of the referring object.")
        @Nullable String namespace,
    @Doc("Key inside the Secret. Left out: the usual keys for the purpose are looked for.")
        @Nullable String key)
    implements Wire {}
