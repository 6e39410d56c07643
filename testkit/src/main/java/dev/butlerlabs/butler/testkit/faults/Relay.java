package dev.butlerlabs.butler.testkit.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Carries bytes to a server, and can lose connections as networks do, with a word or without; or
 * takes its time.
 */
public final class Relay implements AutoCloseable {

  /** Both ends of a connection, and whether what comes in is still passed on. */
  private final class Link {
    private final Socket near;
    private final Socket far;
    private final CountDownLatch thawed = new CountDownLatch(1);
    private volatile boolean frozen;

    Link(Socket near, Socket far) {
      this.near = near;
      this.far = far;
    }

    void carry(Socket from, Socket to, AtomicLong carried) {
      try {
        var bytes = new byte[8192];
        for (var got = from.getInputStream().read(bytes);
            got >= 0;
            got = from.getInputStream().read(bytes)) {
          if (frozen) {
            thawed.await();
            return;
          }
          pace.pass();
          pieces.passing();
          to.getOutputStream().write(bytes, 0, got);
          carried.addAndGet(got);
        }
      } catch (IOException | InterruptedException cut) {
        // The other direction is cut with it.
      }
      cut();
    }

    void cut() {
      thawed.countDown();
      for (var socket : List.of(near, far)) {
        try {
          socket.close();
        } catch (IOException gone) {
          throw new IllegalStateException("a socket could not be closed", gone);
        }
      }
    }
  }

  private final Pace pace = new Pace();
  private final Pieces pieces = new Pieces();
  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final URI server;
  private final List<Link> links = new CopyOnWriteArrayList<>();
  private final AtomicLong carried = new AtomicLong();

  public Relay(String server) throws IOException {
    this.server = URI.create(server);
    Thread.startVirtualThread(this::welcome);
  }

  public int port() {
    return door.getLocalPort();
  }

  /** How many connections came so far. */
  public int came() {
    return links.size();
  }

  /** How many bytes went through, both ways. */
  public long carried() {
    return carried.get();
  }

  /** How long every piece takes from now on, on the connections there are and on new ones. */
  public void slow(Duration each) {
    pace.each(each);
  }

  /** Nothing comes through until {@link #slow} is told; nobody is. */
  public void hold() {
    pace.hold();
  }

  /** Has that done before the piece of that number, counted from now on, is passed on. */
  public void before(int piece, Runnable deed) {
    pieces.before(piece, deed);
  }

  /** How many pieces came since a deed was asked for last, both ways. */
  public int pieces() {
    return pieces.count();
  }

  /** From now on, connections there are carry nothing more; nobody is told. */
  public void freeze() {
    links.forEach(link -> link.frozen = true);
  }

  /** Ends the connections there are. */
  public void cut() {
    links.forEach(Link::cut);
  }

  private void welcome() {
    try {
      while (true) {
        var near = door.accept();
        var link = new Link(near, new Socket(server.getHost(), server.getPort()));
        links.add(link);
        Thread.startVirtualThread(() -> link.carry(link.near, link.far, carried));
        Thread.startVirtualThread(() -> link.carry(link.far, link.near, carried));
      }
    } catch (IOException closed) {
      cut();
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    pace.each(Duration.ZERO);
    cut();
  }
}
