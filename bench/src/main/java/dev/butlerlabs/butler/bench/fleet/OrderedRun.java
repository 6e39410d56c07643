package dev.butlerlabs.butler.bench.fleet;

import dev.butlerlabs.butler.bench.hosted.CallLog;
import dev.butlerlabs.butler.bench.hosted.Memory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What a fleet that was ordered showed.
 *
 * @param names those whose tenants answer
 * @param calls of the manager, for each cluster
 * @param processors who took them until all were Ready
 * @param heap of the manager that is in use, in MiB
 * @param resident memory of the manager, in MiB
 * @param core resident memory of Cluster API, in MiB
 * @param kubeadm resident memory of its bootstrap provider, in MiB
 */
record OrderedRun(
    List<String> names,
    Finish finish,
    CallLog.Count calls,
    String kinds,
    String processors,
    double heap,
    double resident,
    double core,
    double kubeadm) {

  static final String USER = "butler:manager";

  OrderedRun {
    names = List.copyOf(names);
  }

  /**
   * Orders all and waits until those are Ready whose tenants answer.
   *
   * @param dark names of those whose do not
   */
  static OrderedRun of(
      Grounds grounds, CallLog log, List<String> all, Set<String> dark, Duration patience)
      throws IOException, InterruptedException {
    var names = all.stream().filter(name -> !dark.contains(name)).toList();
    var before = log.ours();
    var processors = grounds.site().processors();
    var finish = new Finish(cluster -> cluster.getMetadata().getName(), Grounds::ready);
    try (var _ = grounds.show(Desk.API, Desk.KIND, finish)) {
      Desk.each(
          all,
          name -> {
            finish.ordered(name);
            grounds.desk().order(name, all.indexOf(name));
          });
      finish.await(names, patience, grounds.contracts()::check);
    }
    var taken = grounds.site().processors().since(processors, all.size());
    if (dark.isEmpty()) {
      log.awaitRest(Duration.ofSeconds(Math.clamp(all.size() / 10, 10, 65)));
    }
    var site = grounds.site();
    return new OrderedRun(
        names,
        finish,
        log.ours().since(before),
        log.kinds(all.size()),
        taken,
        Memory.liveHeap(site.pid(Site.MANAGER)),
        Memory.resident(site.pid(Site.MANAGER)),
        Memory.resident(site.pid(Site.CORE)),
        Memory.resident(site.pid(Site.KUBEADM)));
  }
}
