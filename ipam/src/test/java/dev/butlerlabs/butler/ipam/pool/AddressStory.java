package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A path through the life of addresses: users set the scene, a process works until it is settled,
 * twelve minutes pass, it works again. The end is what is stored and what went wrong on the way.
 */
final class AddressStory implements Story, AutoCloseable {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration BEYOND_REST = Duration.ofMinutes(12);

  /** Whether the cache stands still can be read off the log of calls. */
  private static final String FROZEN = "! FREEZE_WATCHES";

  private final Consumer<Lab> before;
  private final Consumer<Lab> then;
  private final Function<Lab, String> end;
  private final KubernetesClient admin;
  private final Map<RecordingClient, HandEngine> processes = new ConcurrentHashMap<>();
  private final Map<String, Scene> scenes = new ConcurrentHashMap<>();

  /** One playing of the story. */
  private static final class Scene {
    private final Lab lab;
    private final History history;
    private volatile Instant now = START;

    private Scene(Lab lab) {
      this.lab = lab;
      this.history = History.of(lab);
    }
  }

  /**
   * A story.
   *
   * @param before what is there, and settled, when it begins
   * @param then what users do just before the process starts
   * @param end what of its end has to be the same each time
   */
  AddressStory(Config config, Consumer<Lab> before, Consumer<Lab> then, Function<Lab, String> end) {
    this.before = before;
    this.then = then;
    this.end = end;
    this.admin =
        new KubernetesClientBuilder()
            .withConfig(config)
            .withKubernetesSerialization(WireFormat.serialization())
            .build();
  }

  @Override
  public void arrange(KubernetesClient other, String namespace) {
    var scene = new Scene(new Lab(admin, namespace));
    scenes.put(namespace, scene);
    before.accept(scene.lab);
    new HandEngine(scene.lab, admin, START, () -> false).turn(4);
    then.accept(scene.lab);
  }

  @Override
  public void live(RecordingClient process, String namespace) {
    var scene = Objects.requireNonNull(scenes.get(namespace), namespace);
    var engine =
        processes.computeIfAbsent(
            process, one -> new HandEngine(scene.lab, one.client(), scene.now, () -> frozen(one)));
    engine.turnUntilSettled(() -> process.calls().requests().size());
    scene.now = START.plus(BEYOND_REST);
    engine.at(scene.now);
    engine.turnUntilSettled(() -> process.calls().requests().size());
  }

  private static boolean frozen(RecordingClient process) {
    return process.calls().lines().stream().anyMatch(line -> line.contains(FROZEN));
  }

  @Override
  public String endState(KubernetesClient other, String namespace) {
    var scene = Objects.requireNonNull(scenes.get(namespace), namespace);
    var wrong = scene.history.doubleHolders();
    scene.history.close();
    return "two holders: " + wrong + "\n" + end.apply(scene.lab);
  }

  @Override
  public void close() {
    admin.close();
  }
}
