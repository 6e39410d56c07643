package dev.butlerlabs.butler.api.addons;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Open;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** A change to objects that a chart renders, where its values do not reach. */
public record ObjectPatch(
    @Doc("Group of their kind, such as apps. Left out or empty: Kubernetes' own core.")
        @Nullable String group,
    @Required @Length(min = 1) @Doc("Their kind, such as DaemonSet.") String kind,
    @Doc("Name of the object. Left out: all of the kind.") @Nullable String name,
    @Required
        @Open
        @Doc(
            "What is laid over the object, map by map: null takes a field away, a list replaces the"
                + " list that is there.")
        JsonNode patch)
    implements Wire {}
