package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The books of this process, so that the desk of one pool can ask the book of another. */
final class Books {

  private final Map<ObjectKey, Book> books = new ConcurrentHashMap<>();

  void put(ObjectKey pool, @Nullable Book book) {
    if (book == null) {
      books.remove(pool);
    } else {
      books.put(pool, book);
    }
  }

  Optional<Book> find(ObjectKey pool) {
    return Optional.ofNullable(books.get(pool));
  }
}
