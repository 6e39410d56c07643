package dev.butlerlabs.butler.addons.platform.plan;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * An addon that is to come with a cluster, before the catalog was asked.
 *
 * @param field where the manifest speaks of it, or what else asks for it
 * @param version what the manifest says
 * @param usual what the platform says where the manifest does not
 * @param vital nodes cannot work without it
 * @param care what the manifest says about looking after it
 */
record Wish(
    String definition,
    String field,
    @Nullable String version,
    @Nullable String usual,
    @Nullable JsonNode values,
    boolean vital,
    Care care) {}
