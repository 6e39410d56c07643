package dev.butlerlabs.butler.providers.contracttests.proxmox;

import dev.butlerlabs.butler.providers.contracttests.StagedImages;
import dev.butlerlabs.butler.providers.simulators.proxmox.ProxmoxStandIn;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The cluster of the stage, and a factory its nodes can reach. */
final class ProxmoxImageScene extends StagedImages<ProxmoxStage> {

  private static final String URL = "https://factory.example.com/image/abc/v1/nocloud-amd64.qcow2";

  ProxmoxImageScene() {
    super(new ProxmoxStage(), "qcow2", ProxmoxImageScene::images);
    stage().proxmox().source(URL, 2, sha256());
  }

  private static List<String> images(ProxmoxStage platform) {
    return platform.proxmox().templates().stream().map(ProxmoxStandIn.Seen::name).toList();
  }

  @Override
  protected String source() {
    return URL;
  }

  @Override
  protected String nowhere() {
    return URL.replace("abc", "missing");
  }

  @Override
  public boolean checks() {
    return true;
  }

  /** What is half made is a machine, until it becomes a template. */
  @Override
  public Set<String> things() {
    var things = new TreeSet<>(super.things());
    stage().machines().forEach(machine -> things.add("machine " + machine.name()));
    return things;
  }

  @Override
  public void foreign(String name) {
    stage().proxmox().template(160, "pve2", name, 10);
  }
}
