package dev.butlerlabs.butler.providers.proxmox.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.http.Call;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How a call proves who it is from. */
sealed interface Login {

  /** The call with what proves it. */
  Call sign(Call call, TicketOffice office) throws Trouble;

  /** What was proved before is no longer believed. */
  default void forget() {}

  /** Where a password is changed for a ticket. */
  interface TicketOffice {
    JsonNode ticket(Map<String, String> fields) throws Trouble;
  }

  /** An API token: {@code user@realm!name} and its secret. */
  record Token(String id, SecretText secret) implements Login {
    @Override
    public Call sign(Call call, TicketOffice office) {
      return call.with(
          "Authorization", new SecretText("PVEAPIToken=" + id + "=" + secret.reveal()));
    }
  }

  /** A user's password, changed for a ticket that holds two hours. */
  final class Password implements Login {

    /** Well before the two hours are over. */
    private static final Duration FRESH = Duration.ofMinutes(90);

    private final String user;
    private final SecretText password;
    private final InstantSource clock;
    private final AtomicReference<@Nullable Ticket> held = new AtomicReference<>();

    Password(String user, SecretText password, InstantSource clock) {
      this.user = user;
      this.password = password;
      this.clock = clock;
    }

    private record Ticket(SecretText cookie, SecretText crossSite, Instant since) {}

    @Override
    public Call sign(Call call, TicketOffice office) throws Trouble {
      var ticket = held.get();
      if (ticket == null || ticket.since().plus(FRESH).isBefore(clock.instant())) {
        ticket = fetch(office);
        held.set(ticket);
      }
      var signed = call.with("Cookie", ticket.cookie());
      return call.method().equals("GET")
          ? signed
          : signed.with("CSRFPreventionToken", ticket.crossSite());
    }

    private Ticket fetch(TicketOffice office) throws Trouble {
      var data = office.ticket(Map.of("username", user, "password", password.reveal()));
      return new Ticket(
          new SecretText("PVEAuthCookie=" + data.path("ticket").asText()),
          new SecretText(data.path("CSRFPreventionToken").asText()),
          clock.instant());
    }

    @Override
    public void forget() {
      held.set(null);
    }
  }
}
