package dev.butlerlabs.butler.steward.store.etcd;

import io.grpc.CallOptions;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/**
 * The way to one etcd: a connection to each of its members, opened when first needed. The member
 * that answered last is asked; when it cannot be reached, the next one is.
 */
final class Line implements AutoCloseable {

  private static final int LARGEST_ANSWER = 16 << 20;
  private static final Duration IDLE = Duration.ofMinutes(5);
  private static final Executor THREADS = task -> Thread.ofVirtual().name("etcd").start(task);

  private final List<ManagedChannel> members;
  private final AtomicInteger preferred = new AtomicInteger();

  Line(List<String> endpoints, SSLContext tls) {
    members = endpoints.stream().map(endpoint -> open(endpoint, tls)).toList();
  }

  private static ManagedChannel open(String endpoint, SSLContext tls) {
    return NettyChannelBuilder.forTarget("dns:///" + endpoint)
        .sslContext(http2(tls))
        .executor(THREADS)
        .proxyDetector(_ -> null)
        .disableServiceConfigLookUp()
        .disableRetry()
        .idleTimeout(IDLE.toSeconds(), TimeUnit.SECONDS)
        .maxInboundMessageSize(LARGEST_ANSWER)
        .userAgent("butler-steward")
        .build();
  }

  /** The JDK's TLS as it is, with HTTP/2 asked for. */
  private static SslContext http2(SSLContext tls) {
    return new JdkSslContext(
        tls,
        true,
        null,
        IdentityCipherSuiteFilter.INSTANCE,
        new ApplicationProtocolConfig(
            Protocol.ALPN,
            SelectorFailureBehavior.NO_ADVERTISE,
            SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_2),
        ClientAuth.NONE,
        null,
        false);
  }

  /** Asks once; a member that cannot even be reached is passed over. */
  <T> Reply<T> ask(
      String method, Outgoing request, Deadline deadline, Function<Incoming, T> reading) {
    var start = preferred.get();
    Reply<T> reply = new Reply.Silent<>("no member to ask");
    for (var i = 0; i < members.size() && !deadline.isExpired(); i++) {
      var member = Math.floorMod(start + i, members.size());
      reply = ask(members.get(member), method, request.toArray(), deadline, reading);
      if (!(reply instanceof Reply.Silent<T>)) {
        preferred.set(member);
        return reply;
      }
    }
    return reply;
  }

  private static <T> Reply<T> ask(
      ManagedChannel member,
      String method,
      byte[] request,
      Deadline deadline,
      Function<Incoming, T> reading) {
    var options = CallOptions.DEFAULT.withDeadline(deadline);
    try {
      var unary = descriptor(method, MethodDescriptor.MethodType.UNARY);
      var answer = ClientCalls.blockingUnaryCall(member, unary, options, request);
      return Reply.answered(reading.apply(Incoming.of(answer)));
    } catch (StatusRuntimeException refused) {
      return denial(refused.getStatus());
    } catch (Incoming.Garbled garbled) {
      return new Reply.Silent<>("an answer nobody can read: " + garbled.getMessage());
    }
  }

  /** Sends one message and listens until the other side or the deadline ends it, or has enough. */
  Reply<List<Incoming>> listen(String method, Outgoing request, Deadline deadline, int enough) {
    var options = CallOptions.DEFAULT.withDeadline(deadline);
    var heard = new ArrayList<Incoming>();
    try {
      var streaming = descriptor(method, MethodDescriptor.MethodType.SERVER_STREAMING);
      Iterator<byte[]> answers =
          ClientCalls.blockingServerStreamingCall(
              members.get(Math.floorMod(preferred.get(), members.size())),
              streaming,
              options,
              request.toArray());
      while (heard.size() < enough && answers.hasNext()) {
        heard.add(Incoming.of(answers.next()));
      }
      return Reply.answered(heard);
    } catch (StatusRuntimeException refused) {
      return heard.isEmpty() ? denial(refused.getStatus()) : Reply.answered(heard);
    }
  }

  private static <T> Reply<T> denial(Status status) {
    var message = String.valueOf(status.getDescription());
    return switch (status.getCode()) {
      case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED ->
          // A member without a leader says so with the same code as one that is not there.
          new Reply.Silent<>(status.getCode() + ": " + message + cause(status));
      default -> new Reply.Denied<>(Denial.of(message), message);
    };
  }

  private static String cause(Status status) {
    var cause = status.getCause();
    return cause == null ? "" : " (" + cause.getMessage() + ")";
  }

  private static MethodDescriptor<byte[], byte[]> descriptor(
      String method, MethodDescriptor.MethodType type) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(type)
        .setFullMethodName("etcdserverpb." + method)
        .setRequestMarshaller(AsTheyAre.INSTANCE)
        .setResponseMarshaller(AsTheyAre.INSTANCE)
        .build();
  }

  @Override
  public void close() {
    members.forEach(ManagedChannel::shutdownNow);
  }

  /** Messages are written and read by ourselves. */
  private enum AsTheyAre implements MethodDescriptor.Marshaller<byte[]> {
    INSTANCE;

    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException broken) {
        throw new UncheckedIOException("an answer of etcd broke off", broken);
      }
    }
  }
}
