package dev.butlerlabs.butler.steward.store.etcd;

import io.grpc.Deadline;
import java.util.List;
import java.util.function.Function;

/** The calls of one piece of work; all share its deadline. */
public final class Session {

  private final Line line;
  private final Deadline deadline;

  Session(Line line, Deadline deadline) {
    this.line = line;
    this.deadline = deadline;
  }

  public Keys keys() {
    return new Keys(this);
  }

  public Leases leases() {
    return new Leases(this);
  }

  public Users users() {
    return new Users(this);
  }

  public Upkeep upkeep() {
    return new Upkeep(this);
  }

  <T> Reply<T> ask(String method, Outgoing request, Function<Incoming, T> reading) {
    return line.ask(method, request, deadline, reading);
  }

  /** For calls without an answer worth reading. */
  Reply<Boolean> tell(String method, Outgoing request) {
    return ask(method, request, _ -> true);
  }

  Reply<List<Incoming>> listen(String method, Outgoing request, int enough) {
    return line.listen(method, request, deadline, enough);
  }
}
