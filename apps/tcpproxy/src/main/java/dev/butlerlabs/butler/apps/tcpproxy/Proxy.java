package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The door for clients: lets in as many as there is room for, each on threads of its own. */
final class Proxy implements AutoCloseable {

  private static final int WAITING = 128;
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

  private final ServerSocket door = new ServerSocket();
  private final Bridge bridge;
  private final int most;
  private final Semaphore places;
  private final Counters counters;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Thread doorkeeper = Thread.ofPlatform().name("door").unstarted(this::letIn);
  private volatile boolean closed;

  /** Listens; whoever calls waits until {@link #start}. */
  Proxy(SocketAddress listen, Bridge bridge, int most, Counters counters) throws IOException {
    this.bridge = bridge;
    this.most = most;
    this.places = new Semaphore(most);
    this.counters = counters;
    door.setReuseAddress(true);
    door.bind(listen, WAITING);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) door.getLocalSocketAddress();
  }

  void start() {
    doorkeeper.start();
  }

  /** Whether clients wait at an open door and nobody lets them in. */
  boolean stuck() {
    return doorkeeper.getState() == Thread.State.TERMINATED && !door.isClosed();
  }

  private void letIn() {
    while (!door.isClosed()) {
      try {
        admit(door.accept());
      } catch (IOException failed) {
        if (!door.isClosed()) {
          // Such as too many open files: some may end meanwhile.
          counters.failed.increment();
          LockSupport.parkNanos(PAUSE);
        }
      }
    }
  }

  private void admit(Socket client) {
    if (!places.tryAcquire()) {
      counters.refused.increment();
      Ends.quietly(client);
      return;
    }
    counters.open.increment();
    Thread.ofVirtual()
        .name("client")
        .start(
            () -> {
              try {
                serve(client);
              } finally {
                counters.open.decrement();
                places.release();
              }
            });
  }

  private void serve(Socket client) {
    keep(client);
    try {
      Dialer.tune(client);
      var ends = bridge.build(client);
      keep(ends.plainServer());
      counters.joined.increment();
      new Relay(ends, counters).run();
      open.remove(ends.plainServer());
    } catch (IOException failed) {
      counters.failed.increment();
    } finally {
      open.remove(client);
      Ends.quietly(client);
    }
  }

  /** One that comes while all are being closed is closed, too. */
  private void keep(Socket socket) {
    open.add(socket);
    if (closed) {
      Ends.quietly(socket);
    }
  }

  /**
   * Lets nobody in any more and waits until all who are in have left.
   *
   * @return whether they all did in that time
   */
  boolean drain(Duration patience) throws InterruptedException {
    shut();
    return places.tryAcquire(most, patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void shut() {
    try {
      door.close();
    } catch (IOException gone) {
      // Closed is what it shall be.
    }
  }

  /** Everybody is cut off. */
  @Override
  public void close() {
    closed = true;
    shut();
    open.forEach(Ends::quietly);
  }
}
