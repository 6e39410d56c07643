package dev.butlerlabs.butler.api.addons;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;

/** By whom charts have to be signed. */
public record Provenance(
    @Required
        @Doc(
            "Secret with the public OpenPGP keys of those who may sign, in its key keyring, as gpg"
                + " --export writes them, with or without --armor.")
        LocalRef keysRef)
    implements Wire {}
