package dev.butlerlabs.butler.sandbox.node.plan;

import dev.butlerlabs.butler.sandbox.node.plan.Adaptation.Fixed;
import dev.butlerlabs.butler.sandbox.node.plan.Adaptation.ListenAddress;
import dev.butlerlabs.butler.sandbox.node.plan.Adaptation.OwnAddresses;

/** The programs of a control plane, with what must be adapted in their flags. */
public final class KnownPrograms {

  private KnownPrograms() {}

  /** Its endpoint reconciler is off: Endpoints may not hold loopback addresses. */
  public static Image kubeApiserver(String program) {
    return Image.of(
        program,
        new ListenAddress("--bind-address"),
        new ListenAddress("--advertise-address"),
        new Fixed("--endpoint-reconciler-type", "none"));
  }

  public static Image kubeControllerManager(String program) {
    return Image.of(program, new ListenAddress("--bind-address"));
  }

  public static Image kubeScheduler(String program) {
    return Image.of(program, new ListenAddress("--bind-address"));
  }

  /** Its listeners stand in URLs, and it listens nowhere else unless told to. */
  public static Image etcd(String program) {
    return Image.of(
        program,
        new OwnAddresses("--listen-client-urls"),
        new OwnAddresses("--advertise-client-urls"),
        new OwnAddresses("--listen-peer-urls"),
        new OwnAddresses("--initial-advertise-peer-urls"),
        new OwnAddresses("--initial-cluster"),
        new OwnAddresses("--listen-metrics-urls"));
  }
}
