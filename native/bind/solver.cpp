// The Python module gdlc._solver: converts, and maps each C++ error once. No logic.

#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/dpll/solver.hpp"
#include "core/errors.hpp"
#include "core/formula/read.hpp"
#include "core/formula/write.hpp"

namespace py = pybind11;

namespace gdlc {
namespace {

// Integers cross as hexadecimal text: of any size, and exact.
py::int_ to_python(const Integer& value) {
  const std::string text = value.str(0, std::ios_base::hex);
  PyObject* const number = PyLong_FromString(text.c_str(), nullptr, 16);
  if (number == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::int_>(number);
}

py::tuple to_python(const Rational& value) {
  return py::make_tuple(to_python(numerator_of(value)), to_python(denominator_of(value)));
}

Integer to_integer(const py::int_& value) {
  const std::string text = py::str(py::module_::import("builtins").attr("hex")(value));
  if (text.front() == '-') return -Integer(text.substr(1));
  return Integer(text);
}

Rational to_rational(const std::pair<py::int_, py::int_>& value) {
  const Integer below = to_integer(value.second);
  if (below == 0) throw FormulaError("a probability has the denominator 0");
  return Rational(to_integer(value.first), below);
}

Var to_var(std::int64_t number) {
  if (number < 1 || number > Formula::max_vars) {
    throw FormulaError("found variable " + std::to_string(number) + ", expected one in 1.." +
                       std::to_string(Formula::max_vars));
  }
  return Var(static_cast<std::uint32_t>(number));
}

Quantifier to_quantifier(const std::string& letter) {
  for (const Quantifier quantifier : {Quantifier::exists, Quantifier::forall, Quantifier::chance}) {
    if (letter == std::string(1, letter_of(quantifier))) return quantifier;
  }
  throw FormulaError("found the quantifier '" + letter + "', expected 'e', 'a' or 'r'");
}

std::optional<Free> to_free(const std::optional<std::string>& word) {
  if (!word) return std::nullopt;
  if (*word == "inner") return Free::inner;
  if (*word == "outer") return Free::outer;
  throw FormulaError("found free = '" + *word + "', expected 'inner', 'outer' or None");
}

void put_clauses(const py::buffer& buffer, FormulaParts& parts) {
  const py::buffer_info info = buffer.request();
  const bool is_flat = info.ndim == 1 && (info.size == 0 || info.strides[0] == info.itemsize);
  if (!info.item_type_is_equivalent_to<std::int32_t>() || !is_flat) {
    throw FormulaError("expected the clauses as one flat buffer of 32-bit integers");
  }
  const auto* const numbers = static_cast<const std::int32_t*>(info.ptr);
  for (py::ssize_t at = 0; at < info.size; ++at) {
    if (numbers[at] == 0) {
      parts.ends.push_back(parts.literals.size());
    } else {
      to_var(std::abs(std::int64_t{numbers[at]}));
      parts.literals.push_back(Lit::from_dimacs(numbers[at]));
    }
  }
  const std::size_t closed = parts.ends.empty() ? 0 : parts.ends.back();
  if (closed != parts.literals.size()) throw FormulaError("the last clause is not ended by 0");
}

Formula build_formula(std::uint32_t n_vars, const py::buffer& clauses,
                      const std::vector<std::pair<std::string, std::vector<std::int64_t>>>& blocks,
                      const std::map<std::int64_t, std::pair<py::int_, py::int_>>& probabilities,
                      const std::map<std::int64_t, std::string>& names,
                      std::vector<std::string> notes) {
  FormulaParts parts;
  parts.n_vars = n_vars;
  put_clauses(clauses, parts);
  for (const auto& [letter, numbers] : blocks) {
    Block block{to_quantifier(letter), {}};
    block.vars.reserve(numbers.size());
    for (const std::int64_t number : numbers) block.vars.push_back(to_var(number));
    parts.blocks.push_back(std::move(block));
  }
  for (const auto& [number, probability] : probabilities) {
    parts.probabilities.emplace(to_var(number), to_rational(probability));
  }
  for (const auto& [number, name] : names) parts.names.emplace(to_var(number), name);
  parts.notes = std::move(notes);
  const py::gil_scoped_release released;
  return Formula::make(std::move(parts));
}

py::tuple read_bytes(const py::bytes& data, const std::optional<std::string>& free) {
  const std::string_view text = data;
  const ReadOptions options{to_free(free), nullptr};
  ReadResult result;
  {
    const py::gil_scoped_release released;
    result = read_formula(text, options);
  }
  py::list warnings;
  for (const ReadWarning& warning : result.warnings) {
    warnings.append(py::make_tuple(warning.line, warning.column, warning.message));
  }
  return py::make_tuple(std::move(result.formula), warnings);
}

py::bytes write_bytes(const Formula& formula) {
  std::string text;
  {
    const py::gil_scoped_release released;
    text = write_formula(formula);
  }
  return py::bytes(text);
}

py::list blocks_of(const Formula& formula) {
  py::list result;
  for (const Block& block : formula.blocks()) {
    py::list vars;
    for (const Var var : block.vars) vars.append(var.number());
    result.append(py::make_tuple(std::string(1, letter_of(block.quantifier)), vars));
  }
  return result;
}

py::dict names_of(const Formula& formula) {
  py::dict result;
  for (const auto& [var, name] : formula.names()) result[py::int_(var.number())] = name;
  return result;
}

py::bytes clauses_of(const Formula& formula) {
  std::string bytes((formula.n_literals() + formula.n_clauses()) * sizeof(std::int32_t), '\0');
  char* to = bytes.data();
  const auto put = [&](std::int32_t number) {
    std::memcpy(to, &number, sizeof number);
    to += sizeof number;
  };
  for (std::size_t index = 0; index < formula.n_clauses(); ++index) {
    for (const Lit lit : formula.clause(index)) put(lit.dimacs());
    put(0);
  }
  return py::bytes(bytes);
}

py::tuple probability_of(const Formula& formula, std::int64_t number) {
  const Var var = to_var(number);
  if (!formula.probabilities().contains(var)) {
    throw FormulaError("variable " + std::to_string(number) + " is no chance variable");
  }
  return to_python(formula.probability(var));
}

py::dict stats_of(const Stats& stats) {
  py::dict result;
  for (const auto& [name, count] : stats.rows()) result[py::str(std::string(name))] = count;
  return result;
}

const char* word_of(StopReason reason) {
  switch (reason) {
    case StopReason::none:
      return "";
    case StopReason::time:
      return "time";
    case StopReason::memory:
      return "memory";
    case StopReason::interrupt:
      return "interrupt";
  }
  throw InternalError("word_of: no such reason");
}

// Hands progress to Python. Python runs its signal handlers only where it is asked to: often enough
// here for Ctrl-C.
class PythonObserver : public Observer {
 public:
  PythonObserver(const std::optional<py::function>& on_progress,
                 const std::optional<py::function>& on_phase)
      : on_progress_(on_progress), on_phase_(on_phase) {}

  void begin(Phase phase) override {
    const py::gil_scoped_acquire acquired;
    if (on_phase_) (*on_phase_)(name_of(phase));
  }

  void progress(const Stats& stats, const Bounds& bounds) override {
    const py::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!on_progress_) return;
    py::dict told = stats_of(stats);
    told["lower"] = bounds.lower;
    told["upper"] = bounds.upper;
    (*on_progress_)(told);
  }

 private:
  const std::optional<py::function>& on_progress_;
  const std::optional<py::function>& on_phase_;
};

// The solver with its own stop: `interrupt` may come from any thread while `solve` runs.
class PythonSolver {
 public:
  PythonSolver(const Formula& formula, const Options& options)
      : solver_(formula, options), timeout_(options.timeout) {}

  Answer solve(const std::optional<py::function>& on_progress,
               const std::optional<py::function>& on_phase) {
    if (timeout_) stop_.set_timeout(*timeout_);
    PythonObserver observer(on_progress, on_phase);
    const py::gil_scoped_release released;
    return solver_.solve(stop_, observer);
  }

  void interrupt() noexcept { stop_.interrupt(); }

 private:
  Solver solver_;
  std::optional<double> timeout_;
  Stop stop_;
};

std::unique_ptr<PythonSolver> make_solver(const Formula& formula, const std::string& engine,
                                          bool cache, bool components, bool cut, bool exact,
                                          bool learn, bool preprocess, bool prune, bool pure,
                                          std::uint64_t cache_bytes, std::uint64_t layers_bytes,
                                          std::optional<double> timeout,
                                          std::optional<std::uint64_t> memory_limit,
                                          const std::string& spill) {
  if (timeout && !(*timeout >= 0)) throw FormulaError("timeout: expected seconds, 0 or more");
  const std::optional<Engine> known = parse_engine(engine);
  if (!known) throw FormulaError("engine: expected auto, dpll or layers, found " + engine);
  const Options options{.engine = *known,
                        .cache = cache,
                        .components = components,
                        .cut = cut,
                        .exact = exact,
                        .learn = learn,
                        .preprocess = preprocess,
                        .prune = prune,
                        .pure = pure,
                        .cache_bytes = cache_bytes,
                        .layers_bytes = layers_bytes,
                        .timeout = timeout,
                        .memory_limit = memory_limit,
                        .spill_folder = spill};
  const py::gil_scoped_release released;
  return std::make_unique<PythonSolver>(formula, options);
}

}  // namespace
}  // namespace gdlc

PYBIND11_MODULE(_solver, module) {
  using namespace gdlc;
  module.doc() = "Stochastic SAT formulas, and the solver for them.";

  static py::handle parse_error =
      PyErr_NewException("gdlc._solver.ParseError", PyExc_ValueError, nullptr);
  module.add_object("ParseError", parse_error);
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const ParseError& error) {
      const py::object instance = parse_error(error.what());
      instance.attr("message") = error.what();
      instance.attr("line") = error.line;
      instance.attr("column") = error.column;
      instance.attr("width") = error.width;
      instance.attr("hint") = error.hint.empty() ? py::object(py::none()) : py::str(error.hint);
      PyErr_SetObject(parse_error.ptr(), instance.ptr());
    }
  });

  py::class_<Formula, std::shared_ptr<Formula>>(module, "Formula")
      .def_static("read", &read_bytes, py::arg("data"), py::arg("free") = py::none())
      .def_static("build", &build_formula, py::arg("n_vars"), py::arg("clauses"), py::arg("blocks"),
                  py::arg("probabilities"), py::arg("names"), py::arg("notes"))
      .def_property_readonly("n_vars", &Formula::n_vars)
      .def_property_readonly("n_clauses", &Formula::n_clauses)
      .def("blocks", &blocks_of)
      .def("probability", &probability_of, py::arg("var"))
      .def("names", &names_of)
      .def("notes", &Formula::notes)
      .def("clauses", &clauses_of)
      .def("write", &write_bytes)
      .def(
          "__eq__", [](const Formula& left, const Formula& right) { return left == right; },
          py::is_operator());

  py::class_<Answer>(module, "Result")
      .def_property_readonly("lower", [](const Answer& answer) { return to_python(answer.lower); })
      .def_property_readonly("upper", [](const Answer& answer) { return to_python(answer.upper); })
      .def_property_readonly("exact", &Answer::exact)
      .def_readonly("is_float", &Answer::is_float)
      .def_property_readonly("engine", [](const Answer& answer) { return name_of(answer.engine); })
      .def_readonly("engine_reason", &Answer::engine_reason)
      .def_property_readonly("stopped",
                             [](const Answer& answer) { return word_of(answer.stopped); })
      .def_property_readonly("outer",
                             [](const Answer& answer) {
                               std::vector<std::int32_t> literals;
                               for (const Lit lit : answer.outer) literals.push_back(lit.dimacs());
                               return literals;
                             })
      .def_property_readonly("stats", [](const Answer& answer) { return stats_of(answer.stats); });

  py::class_<PythonSolver>(module, "Solver")
      .def(py::init(&make_solver), py::arg("formula"), py::kw_only(), py::arg("engine") = "auto",
           py::arg("cache") = true, py::arg("components") = true, py::arg("cut") = true,
           py::arg("exact") = true, py::arg("learn") = true, py::arg("preprocess") = true,
           py::arg("prune") = true, py::arg("pure") = true,
           py::arg("cache_bytes") = Options().cache_bytes,
           py::arg("layers_bytes") = Options().layers_bytes, py::arg("timeout") = py::none(),
           py::arg("memory_limit") = py::none(), py::arg("spill") = "")
      .def("solve", &PythonSolver::solve, py::arg("on_progress") = py::none(),
           py::arg("on_phase") = py::none())
      .def("interrupt", &PythonSolver::interrupt);
}
