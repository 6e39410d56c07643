package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder.Hook;
import java.time.Duration;

/** What a container hears before it is ended: its own hook, then the request to end. */
final class Farewell {

  private Farewell() {}

  /** Returns at once; the request to end follows when the hook is through. */
  static void say(ContainerOrder order, ContainerProcess process, PodScene pod, Duration grace) {
    switch (order.preStop()) {
      case null -> Thread.ofVirtual().start(process::terminate);
      case Hook.Pause(var seconds) ->
          pod.node().timeline().at(pod.now().plus(Duration.ofSeconds(seconds)), process::terminate);
      case Hook.Ask(var action) ->
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      pod.node().asker().ask(action, process, pod.facts().podIp(), grace);
                      process.terminate();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  });
    }
  }
}
