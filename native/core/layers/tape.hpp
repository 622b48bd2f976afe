#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gdlc::layers {

// Numbers written once from front to end and read a few times: in memory, or in a file without a
// name in a folder, which the system then moves between disk and memory as it sees fit.
class Tape {
 public:
  // folder: for the file; empty: memory
  explicit Tape(std::string folder) : folder_(std::move(folder)) {}

  // Room for this many numbers, one behind the other; what is written stays where it is.
  // Raises std::bad_alloc, or std::system_error where the file cannot be made larger.
  std::uint32_t* reserve(std::size_t count);
  void commit(std::size_t count);  // so many of the last room are in use

  std::size_t size() const { return size_; }
  std::size_t bytes_in_memory() const { return folder_.empty() ? bytes_ : 0; }

 private:
  struct Release {
    std::size_t mapped_bytes;  // 0: from the heap
    void operator()(std::uint32_t* begin) const;
  };
  using Piece = std::unique_ptr<std::uint32_t[], Release>;

  Piece make(std::size_t count) const;

  std::string folder_;
  std::vector<Piece> pieces_;
  std::size_t used_ = 0;      // of the last piece
  std::size_t capacity_ = 0;  // of the last piece
  std::size_t size_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace gdlc::layers
