package dev.butlerlabs.butler.providers.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.Redaction;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.CertificateException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls to one account of one platform. Safe for many threads; each call blocks its own.
 *
 * <p>Nothing is tried twice here: only a driver knows what may be repeated.
 */
public final class PlatformHttp implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PlatformHttp.class);

  /** No answer we ask for is larger; one that is would fill the heap. */
  private static final long LARGEST = 16L << 20;

  private static final String CALLED_OFF = "the call was called off";

  private final HttpSettings settings;
  private final Redaction redaction;
  private final InstantSource clock;
  private final HttpClient client;

  /**
   * @param secrets of the account, kept out of every fault and log line
   */
  public PlatformHttp(HttpSettings settings, Collection<SecretText> secrets, InstantSource clock) {
    this.settings = settings;
    this.redaction = Redaction.of(secrets);
    this.clock = clock;
    var builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(settings.deadline())
            .followRedirects(HttpClient.Redirect.NEVER)
            .sslContext(settings.trust().context());
    if (settings.proxy() != null) {
      builder.proxy(settings.proxy());
    }
    this.client = builder.build();
  }

  /**
   * Sends, and waits for the whole answer or the deadline, whichever is first. Whoever was
   * interrupted sends nothing more.
   */
  public Answer send(Call call) {
    if (Thread.currentThread().isInterrupted()) {
      return silence(call, CALLED_OFF);
    }
    var pending =
        client.sendAsync(
            request(call), BodyHandlers.limiting(BodyHandlers.ofString(UTF_8), LARGEST));
    try {
      return read(call, pending.get(settings.deadline().toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException _) {
      pending.cancel(true);
      return silence(call, "no answer within " + settings.deadline().toSeconds() + " s");
    } catch (InterruptedException _) {
      pending.cancel(true);
      Thread.currentThread().interrupt();
      return silence(call, CALLED_OFF);
    } catch (ExecutionException e) {
      return failed(call, e.getCause() == null ? e : e.getCause());
    }
  }

  /** For platforms that report errors as successes: what a body says, without secrets. */
  public String redact(Call call, String text) {
    return hides(call).apply(text);
  }

  private HttpRequest request(Call call) {
    var request =
        HttpRequest.newBuilder(URI.create(settings.base() + call.path()))
            .timeout(settings.deadline());
    call.headers().forEach((name, value) -> request.header(name, value.reveal()));
    var publisher =
        switch (call.body()) {
          case Call.Body.Empty _ -> HttpRequest.BodyPublishers.noBody();
          case Call.Body.Text(var type, var content) -> {
            request.header("Content-Type", type);
            yield HttpRequest.BodyPublishers.ofString(content.reveal(), UTF_8);
          }
          case Call.Body.Upload upload -> {
            request.header("Content-Type", "multipart/form-data; boundary=" + Multipart.BOUNDARY);
            yield HttpRequest.BodyPublishers.ofByteArray(Multipart.of(upload));
          }
        };
    return request.method(call.method(), publisher).build();
  }

  private Answer read(Call call, HttpResponse<String> response) {
    var status = response.statusCode();
    LOG.atDebug()
        .addArgument(call.method())
        .addArgument(() -> hides(call).apply(call.path()))
        .addArgument(status)
        .log("{} {}: {}");
    if (status >= 200 && status < 300) {
      return new Answer.Success(new Answer.Reply(status, response.body(), headers(response)));
    }
    var body = hides(call).apply(response.body());
    var pause =
        StatusFaults.retryAfter(response.headers().firstValue("Retry-After"), clock.instant());
    return new Answer.Refusal(
        new Answer.Reply(status, body), StatusFaults.of(call.what(), status, body, pause));
  }

  private static Map<String, String> headers(HttpResponse<String> response) {
    var headers = new HashMap<String, String>();
    response
        .headers()
        .map()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
    return headers;
  }

  private Answer failed(Call call, Throwable cause) {
    LOG.atDebug()
        .addArgument(call.method())
        .addArgument(() -> hides(call).apply(call.path()))
        .log("{} {}: no answer");
    if (cause instanceof SSLHandshakeException && causedBy(cause, CertificateException.class)) {
      return new Answer.Silence(
          new Fault.Invalid(
              call.what(),
              "the CA certificate in the credentials Secret, or the endpoint's host name",
              "the certificate of "
                  + settings.base().getAuthority()
                  + " is not trusted: "
                  + hides(call).apply(text(cause))));
    }
    if (cause instanceof IOException) {
      var detail = cause instanceof ConnectException ? "cannot connect: " : "connection broke: ";
      return silence(call, detail + hides(call).apply(text(cause)));
    }
    throw new IllegalStateException(
        call.what() + ": " + cause.getClass().getName() + hides(call).apply(": " + text(cause)));
  }

  private Answer silence(Call call, String detail) {
    return new Answer.Silence(
        new Fault.Unavailable(call.what(), settings.base().getAuthority() + ": " + detail));
  }

  private Redaction hides(Call call) {
    return redaction.and(call.secrets()).and(List.copyOf(call.headers().values()));
  }

  private static String text(Throwable cause) {
    return cause.getMessage() == null
        ? cause.getClass().getSimpleName()
        : StatusFaults.quote(cause.getMessage());
  }

  private static boolean causedBy(Throwable thrown, Class<? extends Throwable> type) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return true;
      }
    }
    return false;
  }

  /** Where calls go, in one spelling. */
  public String address() {
    return settings.address();
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
