package dev.butlerlabs.butler.providers.machines;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.machine.MacAddress;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A small honest platform: numbered machines with a name, an owner and a power switch. It hands out
 * numbers but reserves none, and a clone bears no owner until its second step, so a driver must
 * choose its number and have it noted first, as with Proxmox. Faults and interruptions on demand.
 */
final class InMemoryPlatform implements Provider {

  /** Stands for any call to the platform, before and after it takes effect. */
  interface Wire {
    void before(String call);

    void after(String call);
  }

  /** One machine, whoever made it. */
  record Vm(int number, String name, String owner, boolean on, boolean addressed, int address) {
    Vm ownedBy(String uid) {
      return new Vm(number, name, uid, on, addressed, address);
    }

    Vm switched(boolean power) {
      return new Vm(number, name, owner, power, addressed, address);
    }

    Vm withAddress() {
      return new Vm(number, name, owner, on, true, address);
    }

    Vm at(int other) {
      return new Vm(number, name, owner, on, true, other);
    }
  }

  private final TreeMap<Integer, Vm> vms = new TreeMap<>();
  private final List<String> changes = new ArrayList<>();
  final AtomicInteger calls = new AtomicInteger();
  private final Map<String, Integer> underway = new HashMap<>();
  private final Map<String, Integer> most = new HashMap<>();
  private int handedOut;
  volatile Wire wire = new Quiet();
  volatile String password = "right-password";

  /** What every call about machines meets. */
  volatile @Nullable Supplier<Fault> trouble;

  /** What every look meets that is there to look, and nothing else. */
  volatile @Nullable Fault unwell;

  volatile List<Fault> refusals = List.of();
  volatile boolean withholdAddresses;

  /** Numbers are handed out in turn, so that a crowd does not fight for the same one. */
  volatile boolean spread;

  /** As on some platforms there is nothing but machines, unless a test wants more. */
  volatile boolean machinesOnly = true;

  final InMemoryThings balancers = new InMemoryThings();
  final InMemoryThings images = new InMemoryThings();

  /** Accounts whose calls are never answered. */
  final Set<String> dead = ConcurrentHashMap.newKeySet();

  private final CountDownLatch never = new CountDownLatch(1);

  /** Accounts whose calls are answered only when {@link #answerTheSlow} was said. */
  final Set<String> slow = ConcurrentHashMap.newKeySet();

  private final CountDownLatch patience = new CountDownLatch(1);

  private static final class Quiet implements Wire {
    @Override
    public void before(String call) {}

    @Override
    public void after(String call) {}
  }

  @Override
  public ProviderType type() {
    return ProviderType.PROXMOX;
  }

  @Override
  public Opening open(Account account) {
    var given = account.credentials().find("password");
    if (given.isEmpty()) {
      return new Opening.Refused(
          new Fault.Unauthorized("open " + account.config(), "the Secret has no key password"));
    }
    if (given.get().reveal().startsWith("unreadable")) {
      return new Opening.Refused(
          new Fault.Unauthorized("read a key", "not a key: " + given.get().reveal()));
    }
    return new Opening.Opened(
        new Session(
            account.config().name(),
            Objects.requireNonNull(account.spec().proxmox()).endpoint(),
            given.get().reveal()));
  }

  synchronized List<Vm> all() {
    return List.copyOf(vms.values());
  }

  /** Calls of an account that are not answered yet. */
  int underway(String account) {
    synchronized (underway) {
      return underway.getOrDefault(account, 0);
    }
  }

  /** The most calls of an account that there ever were at once. */
  int most(String account) {
    synchronized (underway) {
      return most.getOrDefault(account, 0);
    }
  }

  private void count(String account, int change) {
    synchronized (underway) {
      var now = underway.merge(account, change, Integer::sum);
      most.merge(account, now, Math::max);
    }
  }

  /** Everything that was changed on the platform, in order. */
  synchronized List<String> changes() {
    return List.copyOf(changes);
  }

  void answerTheSlow() {
    patience.countDown();
  }

  /** Somebody else's doing. */
  synchronized void put(Vm vm) {
    vms.put(vm.number(), vm);
  }

  synchronized void drop(int number) {
    vms.remove(number);
  }

  private final class Session implements Driver, MachineDriver, InMemoryThings.Calls {

    private final String account;
    private final String endpoint;
    private final String used;

    private Session(String account, String endpoint, String used) {
      this.account = account;
      this.endpoint = endpoint;
      this.used = used;
    }

    @Override
    public Preflight validate() {
      var fault = call("look at the account", this::refused);
      return fault == null
          ? new Preflight(
              "8.2", List.of(new Preflight.Finding.Good(Preflight.Aspect.CREDENTIALS, "taken")))
          : new Preflight(
              null, List.of(new Preflight.Finding.Bad(Preflight.Aspect.CREDENTIALS, fault)));
    }

    @Override
    public String place() {
      return endpoint;
    }

    @Override
    public MachineDriver machines() {
      return this;
    }

    @Override
    public Optional<BalancerDriver> balancers() {
      return machinesOnly ? Optional.empty() : Optional.of(balancers.balancers(this));
    }

    @Override
    public Optional<ImageDriver> images() {
      return machinesOnly ? Optional.empty() : Optional.of(images.images(this));
    }

    @Override
    public void close() {}

    @Override
    public List<Fault> validate(MachineOrder order) {
      return refusals;
    }

    @Override
    public MachineState observe(MachineId id, Memo memo) {
      var ill = unwell;
      return call(
          "list",
          () -> refusedOr(() -> ill == null ? seen(id, memo) : new MachineState.Unclear(ill)));
    }

    @Override
    public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
      return call("list", () -> refusedOr(() -> next(id, memo)));
    }

    private MachineState next(MachineId id, Memo memo) {
      var mine = mine(id, memo);
      var namesake = byName(id);
      if (mine == null && namesake != null) {
        return new MachineState.Unclear(
            new Fault.Conflict("create machine " + id, "VM " + namesake.number()));
      }
      if (mine == null && (memo.isEmpty() || taken(memo))) {
        return new MachineState.Underway("chose a number", new Memo(String.valueOf(free())));
      }
      if (mine == null) {
        change("clone", () -> vms.put(number(memo), fresh(id, memo)));
        return new MachineState.Underway("the disk is being cloned", memo);
      }
      if (!mine.owner().equals(id.uid())) {
        change("tag", () -> vms.put(mine.number(), mine.ownedBy(id.uid())));
        return new MachineState.Underway("being configured", memo);
      }
      if (!mine.on()) {
        change("start", () -> vms.put(mine.number(), mine.switched(true)));
        return new MachineState.Underway("starting", memo);
      }
      if (!mine.addressed() && !withholdAddresses) {
        vms.put(mine.number(), mine.withAddress());
      }
      return seen(id, memo);
    }

    @Override
    public MachineState remove(MachineId id, Memo memo) {
      return call(
          "list",
          () ->
              refusedOr(
                  () -> {
                    var mine = mine(id, memo);
                    if (mine == null) {
                      return new MachineState.Absent();
                    }
                    if (mine.on()) {
                      change("stop", () -> vms.put(mine.number(), mine.switched(false)));
                    } else {
                      change("destroy", () -> vms.remove(mine.number()));
                    }
                    return new MachineState.Underway("being removed", memo);
                  }));
    }

    private MachineState seen(MachineId id, Memo memo) {
      var mine = mine(id, memo);
      if (mine == null) {
        return new MachineState.Absent();
      }
      if (!mine.owner().equals(id.uid())) {
        return new MachineState.Underway("being configured", memo);
      }
      var now = mine.on() && !mine.addressed() && !withholdAddresses ? mine.withAddress() : mine;
      vms.put(now.number(), now);
      var addresses = now.addressed() ? List.of(address(now)) : List.<String>of();
      var machine =
          new Machine(
              new ProviderId.Proxmox("pve1", now.number()),
              addresses,
              null,
              new MacAddress("BC:24:11:00:00:%02X".formatted(now.number() % 256)),
              "pve1");
      return now.on()
          ? new MachineState.Running(machine)
          : new MachineState.Stopped(machine, "powered off");
    }

    private static String address(Vm vm) {
      return "10.0.%d.%d".formatted(vm.address() / 256, vm.address() % 256);
    }

    /** By its tag, or by the number that was noted, while the clone has no tag yet. */
    private @Nullable Vm mine(MachineId id, Memo memo) {
      return vms.values().stream()
          .filter(
              vm ->
                  vm.owner().equals(id.uid())
                      || (!memo.isEmpty()
                          && vm.number() == number(memo)
                          && vm.owner().isEmpty()
                          && vm.name().equals(id.name())))
          .findFirst()
          .orElse(null);
    }

    private @Nullable Vm byName(MachineId id) {
      return vms.values().stream()
          .filter(vm -> vm.name().equals(id.name()))
          .findFirst()
          .orElse(null);
    }

    private boolean taken(Memo memo) {
      return vms.containsKey(number(memo));
    }

    private int free() {
      var number = spread ? 100 + handedOut++ : 100;
      while (vms.containsKey(number)) {
        number++;
      }
      return number;
    }

    private static int number(Memo memo) {
      return Integer.parseInt(memo.text());
    }

    private static Vm fresh(MachineId id, Memo memo) {
      return new Vm(number(memo), id.name(), "", false, false, number(memo) - 90);
    }

    private MachineState refusedOr(Supplier<MachineState> next) {
      var fault = trouble();
      return fault == null ? next.get() : new MachineState.Unclear(fault);
    }

    @Override
    public @Nullable Fault trouble() {
      var now = trouble;
      return now == null ? refused() : now.get();
    }

    @Override
    public @Nullable Fault unwell() {
      return unwell;
    }

    private @Nullable Fault refused() {
      // Quotes what it was sent, as careless platforms do.
      return used.equals(password)
          ? null
          : new Fault.Unauthorized("sign in", "401 no such ticket for " + used);
    }

    @Override
    public void change(String what, Runnable effect) {
      call(
          what,
          () -> {
            effect.run();
            changes.add(what);
            return what;
          });
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException given) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", given);
      }
    }

    @Override
    public <T> T call(String what, Supplier<T> effect) {
      // What is done within a call is no call of its own.
      if (Thread.holdsLock(InMemoryPlatform.this)) {
        return answered(what, effect);
      }
      count(account, 1);
      try {
        return answered(what, effect);
      } finally {
        count(account, -1);
      }
    }

    private <T> T answered(String what, Supplier<T> effect) {
      calls.incrementAndGet();
      if (dead.contains(account)) {
        await(never);
      }
      if (slow.contains(account)) {
        await(patience);
      }
      wire.before(what);
      T answer;
      synchronized (InMemoryPlatform.this) {
        answer = effect.get();
      }
      wire.after(what);
      return answer;
    }
  }
}
