package dev.butlerlabs.butler.providers.simulators.azure;

/** Azure says no. */
final class Refused extends RuntimeException {

  private final int status;
  private final String code;

  Refused(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  static Refused badRequest(String code, String message) {
    return new Refused(400, code, message);
  }

  static Refused conflict(String code, String message) {
    return new Refused(409, code, message);
  }

  int status() {
    return status;
  }

  String code() {
    return code;
  }

  String words() {
    return String.valueOf(getMessage());
  }
}
