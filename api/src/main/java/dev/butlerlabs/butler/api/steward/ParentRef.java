package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** Names the Gateway a route is attached to. */
public record ParentRef(
    @Default("gateway.networking.k8s.io")
        @Length(max = 253)
        @Pattern("^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")
        @Doc("API group of the parent; gateway.networking.k8s.io when left out.")
        @Nullable String group,
    @Default("Gateway")
        @Length(min = 1, max = 63)
        @Pattern("^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$")
        @Doc("Kind of the parent; Gateway when left out.")
        @Nullable String kind,
    @Length(min = 1, max = 63)
        @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")
        @Doc("Namespace of the parent. Left out: the namespace of the control plane.")
        @Nullable String namespace,
    @Required @Length(min = 1, max = 253) @Doc("Name of the parent.") String name,
    @Length(min = 1, max = 253)
        @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")
        @Doc("Listener of the parent. Steward fills it in; it is refused in a spec.")
        @Nullable String sectionName,
    @Range(min = 1, max = 65535)
        @Doc("Listener port of the parent. Steward fills it in; it is refused in a spec.")
        @Nullable Integer port)
    implements Wire {}
