package dev.butlerlabs.butler.providers.machines;

import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;

/** What can be ordered of a platform: stories that hold for each are told once. */
enum Ware {
  MACHINE(MachineRequest.class, "clone", "destroy", 2) {
    @Override
    void order(Lab lab) {
      lab.request("m", "a", "");
    }

    @Override
    void foreign(InMemoryPlatform platform) {
      platform.put(THEIRS);
    }

    @Override
    List<String> onPlatform(InMemoryPlatform platform) {
      return platform.all().stream()
          .map(vm -> "%s of %s on=%s".formatted(vm.name(), whose(vm.owner()), vm.on()))
          .toList();
    }
  },

  BALANCER(LoadBalancerRequest.class, "make", "unmake", 1) {
    @Override
    void order(Lab lab) {
      lab.balancer("m", "a", "10.0.0.1", "10.0.0.2");
    }

    @Override
    void foreign(InMemoryPlatform platform) {
      platform.balancers.put(ANOTHER);
    }

    @Override
    List<String> onPlatform(InMemoryPlatform platform) {
      return things(platform.balancers);
    }
  },

  IMAGE(ImageSync.class, "make", "unmake", 1) {
    @Override
    void order(Lab lab) {
      lab.image("m", "a");
    }

    @Override
    void foreign(InMemoryPlatform platform) {
      platform.images.put(ANOTHER);
    }

    @Override
    List<String> onPlatform(InMemoryPlatform platform) {
      return things(platform.images);
    }
  };

  /** Other name, other owner: whatever happens, it is left as it is. */
  private static final InMemoryPlatform.Vm THEIRS =
      new InMemoryPlatform.Vm(100, "n", "somebody-else", true, true, 7);

  private static final InMemoryThings.Thing ANOTHER =
      new InMemoryThings.Thing(100, "n", "somebody-else", List.of("x"));

  final Class<? extends HasMetadata> type;

  /** The calls that make it and take it away. */
  final String making;

  final String unmaking;

  /** Long enough for its making, and for its removal. */
  final Duration aWhile;

  Ware(Class<? extends HasMetadata> type, String making, String unmaking, int minutes) {
    this.type = type;
    this.making = making;
    this.unmaking = unmaking;
    this.aWhile = Duration.ofMinutes(minutes);
  }

  /** One named m, of the account a. */
  abstract void order(Lab lab);

  /** Somebody else's is there already. */
  abstract void foreign(InMemoryPlatform platform);

  /** All that the platform really has, ours and others'. */
  abstract List<String> onPlatform(InMemoryPlatform platform);

  /** A platform with everything, and somebody else's things on it. */
  InMemoryPlatform platform() {
    var platform = new InMemoryPlatform();
    platform.machinesOnly = false;
    foreign(platform);
    return platform;
  }

  String kind() {
    return type.getSimpleName();
  }

  String told(Lab lab) {
    return lab.toldOf(type, "m");
  }

  Resource<? extends HasMetadata> object(Lab lab) {
    return lab.object(type, "m");
  }

  private static List<String> things(InMemoryThings things) {
    return things.all().stream()
        .map(one -> "%s of %s before %s".formatted(one.name(), whose(one.owner()), one.behind()))
        .toList();
  }

  /** UIDs differ from run to run. */
  private static String whose(String owner) {
    return owner.equals("somebody-else") || owner.isEmpty() ? owner : "us";
  }
}
