package dev.butlerlabs.butler.bench.ipam.claims;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Claims per second, from Pending to Allocated, beside bare status patches per second.
 *
 * <p>The patches come first and make the claims Pending. The controllers have their caches filled
 * before they may act, and what they do is counted from then to the last receipt in their cache.
 */
public final class EndToEnd {

  private static final double SHARE = 0.7;

  private EndToEnd() {}

  public static List<Figure> measure(Path kubeconfig, int claims)
      throws InterruptedException, ExecutionException {
    var access = Kubeconfigs.fromFile(kubeconfig).orElseThrow();
    try (var client = Clients.connect(access, ClientSettings.named("butler-bench"))) {
      var ward = new Ward(client, "bench-claims");
      ward.open();
      ward.pool("bench", "10.0.0.0/8");
      Ward.each(claims, at -> ward.claim("claim-" + at, "bench", "tenant-" + at % 100, 1 + at % 8));
      // Once to warm up with another word, because a patch that changes nothing is not stored.
      patches(ward, Math.min(claims, 2_000), "Failed");
      var bare = claims / patches(ward, claims, "Pending");
      return figures(claims, bare, claims / bindings(ward, claims));
    }
  }

  private static double patches(Ward ward, int claims, String phase)
      throws InterruptedException, ExecutionException {
    var begin = System.nanoTime();
    Ward.each(claims, at -> ward.barePatch("claim-" + at, phase));
    return seconds(begin);
  }

  private static double bindings(Ward ward, int claims) throws InterruptedException {
    try (var staff = new Staff(ward)) {
      staff.comeIn();
      var begin = System.nanoTime();
      staff.begin();
      staff.awaitServed(claims, Duration.ofMinutes(10));
      return seconds(begin);
    }
  }

  private static List<Figure> figures(int claims, double bare, double bound) {
    var detail =
        "%d claims: %.0f claims/s, %.0f bare status patches/s".formatted(claims, bound, bare);
    return List.of(
        new Figure(
            "claims served per second",
            bound,
            "1/s",
            "at least %.1f of bare status patches".formatted(SHARE),
            bare,
            bound >= SHARE * bare,
            detail),
        new Figure(
            "share of bare status patches",
            bound / bare,
            "ratio",
            "at least %.1f".formatted(SHARE),
            1,
            bound >= SHARE * bare,
            detail));
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }
}
