#include "core/layers/tape.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace gdlc::layers {
namespace {

constexpr std::size_t least_piece = std::size_t{1} << 16U;  // numbers
constexpr std::size_t most_piece = std::size_t{1} << 22U;

class File {
 public:
  explicit File(const std::string& folder) {
    std::string name = folder + "/gdlc-layers-XXXXXX";
    descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail("cannot make a file in " + folder);
    ::unlink(name.c_str());
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { ::close(descriptor_); }

  // The blocks are taken now: a full disk is an error here, not a signal when they are written.
  std::uint32_t* map(std::size_t bytes) const {
    const int status = ::posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes));
    if (status != 0) {
      throw std::system_error(status, std::generic_category(), "cannot write layers to disk");
    }
    void* const begin = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
    if (begin == MAP_FAILED) fail("cannot map a file");
    return static_cast<std::uint32_t*>(begin);
  }

 private:
  [[noreturn]] static void fail(const std::string& what) {
    throw std::system_error(errno, std::generic_category(), what);
  }
  int descriptor_ = -1;
};

}  // namespace

void Tape::Release::operator()(std::uint32_t* begin) const {
  if (mapped_bytes == 0) {
    delete[] begin;
  } else {
    ::munmap(begin, mapped_bytes);
  }
}

Tape::Piece Tape::make(std::size_t count) const {
  if (folder_.empty()) return {new std::uint32_t[count], Release{0}};
  const std::size_t bytes = count * sizeof(std::uint32_t);
  return {File(folder_).map(bytes), Release{bytes}};
}

std::uint32_t* Tape::reserve(std::size_t count) {
  if (pieces_.empty() || used_ + count > capacity_) {
    const std::size_t next = std::clamp(2 * capacity_, least_piece, most_piece);
    capacity_ = std::max(next, count);
    pieces_.push_back(make(capacity_));
    bytes_ += capacity_ * sizeof(std::uint32_t);
    used_ = 0;
  }
  return pieces_.back().get() + used_;
}

void Tape::commit(std::size_t count) {
  used_ += count;
  size_ += count;
}

}  // namespace gdlc::layers
