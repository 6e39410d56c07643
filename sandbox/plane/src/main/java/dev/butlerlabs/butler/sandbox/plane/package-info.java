/**
 * A Kubernetes control plane as supervised processes of this machine: etcd, kube-apiserver,
 * kube-controller-manager and kube-scheduler, for the sandbox and, in a leaner form, for tests.
 *
 * <p>Promises: everything listens on loopback and asks for a certificate; all state lies in one
 * folder that survives a kill at any moment; nothing outlives the process that started it. Never:
 * custom resources, Cluster API, anything on top of the bare API.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.plane;

import org.jspecify.annotations.NullMarked;
