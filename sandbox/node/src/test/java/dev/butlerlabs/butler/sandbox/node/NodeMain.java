package dev.butlerlabs.butler.sandbox.node;

import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.sandbox.node.plan.Image;
import dev.butlerlabs.butler.sandbox.node.plan.Images;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A node in a process of its own, to be killed: name, home, server, authority file. */
final class NodeMain {

  private NodeMain() {}

  public static void main(String[] arguments) throws Exception {
    var pem = Files.readString(Path.of(arguments[3]));
    var settings =
        new NodeSettings(
            arguments[0],
            Home.claim(Path.of(arguments[1])),
            URI.create(arguments[2]),
            CertificateAuthority.parse(pem, pem),
            Images.of(
                Map.of("test/shell:1", new Image("/bin/sh", List.of("/bin/sh"), List.of(), true))),
            NodeSettings.Mode.PROCESSES,
            "v1.36.3",
            List.of());
    var _ = ProcessNode.start(settings, new SystemTimeline(), System.out::println);
    new CountDownLatch(1).await();
  }
}
