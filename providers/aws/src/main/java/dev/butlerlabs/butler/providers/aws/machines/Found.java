package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.util.List;
import java.util.Optional;

/** What carries our mark and was ordered with a token of ours: a tag alone can be copied. */
record Found(MachineId id, List<InstanceView> instances) {

  Found {
    instances = List.copyOf(instances);
  }

  static Found of(Ec2Api ec2, MachineId id) throws Trouble {
    return new Found(
        id,
        ec2.owned(id.uid()).stream()
            .filter(instance -> Note.attempt(id, instance.token()).isPresent())
            .toList());
  }

  Optional<InstanceView> present() {
    return instances.stream().filter(instance -> !instance.ended()).findFirst();
  }

  List<String> toEnd() {
    return instances.stream()
        .filter(
            instance -> !instance.ended() && instance.state() != InstanceView.State.SHUTTING_DOWN)
        .map(InstanceView::id)
        .toList();
  }

  Optional<InstanceView> ended(int attempt) {
    return instances.stream()
        .filter(InstanceView::ended)
        .filter(instance -> Note.attempt(id, instance.token()).orElse(-1) == attempt)
        .findFirst();
  }

  int nextAttempt() {
    return instances.stream()
        .mapToInt(instance -> Note.attempt(id, instance.token()).orElse(-1) + 1)
        .max()
        .orElse(0);
  }
}
