package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import org.jspecify.annotations.Nullable;

/** What runs beside or inside a tenant for it to work; a part that is given is on. */
public record Addons(
    @Doc("Cluster DNS inside the tenant. Left out: none is installed.")
        @Nullable ImageOverride coreDNS,
    @Doc(
            "Service routing on the nodes. Left out: none is installed, as when the network plugin"
                + " replaces it.")
        @Nullable ImageOverride kubeProxy,
    @Doc(
            "Tunnel from the API server to the nodes, needed for logs, exec and webhooks. Left out:"
                + " no tunnel.")
        @Nullable Konnectivity konnectivity,
    @Doc(
            "Makes the API server reachable for pods when it is exposed by Ingress or Gateway. Left"
                + " out: no proxy.")
        @Nullable TcpProxy tcpProxy,
    @Doc("Lets workers join that do not use kubeadm. Left out: kubeadm only.")
        @Nullable WorkerBootstrap workerBootstrap)
    implements Wire {}
