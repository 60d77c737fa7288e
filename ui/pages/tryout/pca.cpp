// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/pca.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <fmt/format.h>

namespace anneal {

namespace {

using Vector = std::vector<double>;
using Rows = std::vector<Vector>; ///< also a symmetric matrix

constexpr std::size_t kBlock = 6; ///< vectors multiplied together: two are wanted, the rest speed it up
constexpr std::size_t kBasis = 60; ///< what grows from a block before the best of it is taken
constexpr int kMostSweeps = 60, kMostRounds = 500;
constexpr double kAccuracy = 1e-11; ///< of an eigenvalue, relative to the largest
constexpr double kNothing = 1e-12; ///< a share of the variance below this is rounding
constexpr double kDependent = 1e-10; ///< of a vector's length, left when what others hold is taken away: rounding
constexpr double kTie = 1e-9; ///< loadings this close count as equal, so that rounding decides no sign

/// Four sums at once: one would wait for itself.
double dot(const Vector &a, const Vector &b)
{
    std::array<double, 4> sums{};
    std::size_t i = 0;
    for (; i + sums.size() <= a.size(); i += sums.size())
        for (std::size_t k = 0; k < sums.size(); ++k)
            sums[k] += a[i + k] * b[i + k];
    for (; i < a.size(); ++i)
        sums[0] += a[i] * b[i];
    return sums[0] + sums[1] + sums[2] + sums[3];
}

void addScaled(Vector &to, double factor, const Vector &what)
{
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] += factor * what[i];
}

void scale(Vector &vector, double factor)
{
    for (double &value : vector)
        value *= factor;
}

Rows centred(Rows rows)
{
    Vector mean(rows.front().size(), 0.0);
    for (const Vector &row : rows)
        addScaled(mean, 1.0 / static_cast<double>(rows.size()), row);
    for (Vector &row : rows)
        addScaled(row, -1, mean);
    return rows;
}

Rows transposed(const Rows &rows)
{
    Rows columns(rows.front().size(), Vector(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
            columns[j][i] = rows[i][j];
    return columns;
}

/// Every row times every row.
Rows gram(const Rows &rows)
{
    Rows products(rows.size(), Vector(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j)
            products[i][j] = products[j][i] = dot(rows[i], rows[j]);
    return products;
}

struct Eigen {
    Vector values; ///< largest first
    Rows vectors; ///< [k] belongs to values[k]
};

Eigen sorted(const Eigen &eigen)
{
    std::vector<std::size_t> order(eigen.values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return eigen.values[a] > eigen.values[b]; });
    Eigen result;
    for (const std::size_t k : order) {
        result.values.push_back(eigen.values[k]);
        result.vectors.push_back(eigen.vectors[k]);
    }
    return result;
}

/// Turns the plane of p and q until matrix[p][q] is 0; `vectors` turn along.
void turn(Rows &matrix, Rows &vectors, std::size_t p, std::size_t q)
{
    const double ratio = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
    const double tangent = std::copysign(1.0, ratio) / (std::abs(ratio) + std::hypot(ratio, 1.0));
    const double cosine = 1 / std::hypot(tangent, 1.0), sine = tangent * cosine;
    const auto mix = [&](double &a, double &b) {
        const double before = a;
        a = cosine * before - sine * b;
        b = sine * before + cosine * b;
    };
    for (Vector &row : matrix)
        mix(row[p], row[q]);
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        mix(matrix[p][i], matrix[q][i]);
        mix(vectors[p][i], vectors[q][i]);
    }
}

/// All eigenvectors of a small symmetric matrix by Jacobi's rotations.
Eigen jacobi(Rows matrix)
{
    const std::size_t n = matrix.size();
    Eigen eigen{Vector(n), Rows(n, Vector(n, 0.0))};
    for (std::size_t i = 0; i < n; ++i)
        eigen.vectors[i][i] = 1;
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        double outside = 0, inside = 0;
        for (std::size_t p = 0; p < n; ++p) {
            inside += matrix[p][p] * matrix[p][p];
            for (std::size_t q = p + 1; q < n; ++q)
                outside += matrix[p][q] * matrix[p][q];
        }
        if (outside <= 1e-30 * inside)
            break;
        for (std::size_t p = 0; p < n; ++p)
            for (std::size_t q = p + 1; q < n; ++q)
                if (matrix[p][q] != 0)
                    turn(matrix, eigen.vectors, p, q);
    }
    for (std::size_t i = 0; i < n; ++i)
        eigen.values[i] = matrix[i][i];
    return sorted(eigen);
}

/// From `first` on, what precedes is orthonormal already. Gram and Schmidt, twice, because once leaves rounding behind.
/// What depends on the ones before becomes 0.
void makeOrthonormal(Rows &vectors, std::size_t first)
{
    for (std::size_t k = first; k < vectors.size(); ++k) {
        const double before = std::sqrt(dot(vectors[k], vectors[k]));
        for (int pass = 0; pass < 2; ++pass)
            for (std::size_t j = 0; j < k; ++j)
                addScaled(vectors[k], -dot(vectors[j], vectors[k]), vectors[j]);
        const double left = std::sqrt(dot(vectors[k], vectors[k]));
        scale(vectors[k], left > kDependent * before ? 1 / left : 0);
    }
}

/// Vectors to begin with: always the same ones, and in no special direction.
Rows startVectors(std::size_t count, std::size_t width)
{
    std::mt19937 random; // its numbers are the same everywhere
    Rows vectors(count, Vector(width));
    for (Vector &vector : vectors)
        for (double &value : vector)
            value = static_cast<double>(random()) / static_cast<double>(std::mt19937::max()) - 0.5;
    makeOrthonormal(vectors, 0);
    return vectors;
}

Rows times(const Rows &matrix, const Rows &vectors)
{
    Rows products;
    for (const Vector &vector : vectors) {
        Vector &product = products.emplace_back();
        for (const Vector &row : matrix)
            product.push_back(dot(row, vector));
    }
    return products;
}

/// sum over j of factors[j] · vectors[j]
Vector combined(const Rows &vectors, const Vector &factors)
{
    Vector sum(vectors.front().size(), 0.0);
    for (std::size_t j = 0; j < vectors.size(); ++j)
        addScaled(sum, factors[j], vectors[j]);
    return sum;
}

/// Orthonormal vectors and what the matrix makes of them.
struct Space {
    Rows basis;
    Rows images;
};

/// The block, its image, the image of that, and so on.
Space grown(const Rows &matrix, Rows block)
{
    Space space{std::move(block), {}};
    while (space.images.size() < space.basis.size()) {
        const auto first = static_cast<std::ptrdiff_t>(space.images.size());
        const Rows images = times(matrix, Rows(space.basis.begin() + first, space.basis.end()));
        space.images.insert(space.images.end(), images.begin(), images.end());
        const std::size_t before = space.basis.size();
        if (before < kBasis)
            space.basis.insert(space.basis.end(), images.begin(), images.end());
        makeOrthonormal(space.basis, before);
    }
    return space;
}

/// The best eigenvectors to be found among the sums of the basis (Rayleigh and Ritz).
Eigen bestWithin(const Space &space)
{
    Rows small(space.basis.size(), Vector(space.basis.size()));
    for (std::size_t i = 0; i < small.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j)
            small[i][j] = small[j][i] = dot(space.basis[i], space.images[j]);
    return jacobi(std::move(small));
}

/// How far the first two are from being eigenvectors, relative to the largest eigenvalue.
double error(const Rows &vectors, const Rows &images, const Vector &values)
{
    double worst = 0;
    for (std::size_t k = 0; k < 2; ++k) {
        Vector rest = images[k];
        addScaled(rest, -values[k], vectors[k]);
        worst = std::max(worst, std::sqrt(dot(rest, rest)));
    }
    return values[0] > 0 ? worst / values[0] : 0;
}

/// The two largest, at least, of a symmetric matrix without negative eigenvalues: Krylov's space of a block of vectors,
/// begun again from the best ones until the first two are exact.
Eigen largestTwo(const Rows &matrix)
{
    if (matrix.size() <= kBasis)
        return jacobi(matrix);
    Rows block = startVectors(kBlock, matrix.size());
    for (int round = 0;; ++round) {
        const Space space = grown(matrix, std::move(block));
        Eigen best = bestWithin(space);
        Rows vectors, images;
        for (std::size_t k = 0; k < kBlock; ++k) {
            vectors.push_back(combined(space.basis, best.vectors[k]));
            images.push_back(combined(space.images, best.vectors[k]));
        }
        if (round == kMostRounds || error(vectors, images, best.values) <= kAccuracy)
            return {best.values, vectors};
        block = std::move(vectors);
        makeOrthonormal(block, 0);
    }
}

/// The direction among columns, of length 1, its largest loading positive.
void fixSign(Vector &direction)
{
    double largest = 0;
    for (const double value : direction)
        largest = std::max(largest, std::abs(value));
    const auto first = std::find_if(direction.begin(), direction.end(),
                                    [&](double value) { return std::abs(value) >= (1 - kTie) * largest; });
    if (*first < 0)
        scale(direction, -1);
}

Pca project(const Rows &rows, const Eigen &eigen, bool byRow)
{
    Pca pca;
    pca.points.resize(rows.size());
    double total = 0;
    for (const Vector &row : rows)
        total += dot(row, row);
    for (std::size_t axis = 0; axis < std::min<std::size_t>(2, eigen.values.size()); ++axis) {
        if (eigen.values[axis] <= kNothing * total)
            break;
        Vector direction = byRow ? combined(rows, eigen.vectors[axis]) : eigen.vectors[axis];
        scale(direction, 1 / std::sqrt(dot(direction, direction)));
        fixSign(direction);
        pca.share[axis] = std::min(1.0, eigen.values[axis] / total);
        for (std::size_t i = 0; i < rows.size(); ++i)
            pca.points[i][axis] = dot(rows[i], direction);
    }
    return pca;
}

Result<void> check(const Rows &rows)
{
    if (rows.size() < kFewestPcaRows)
        return fail(ErrorCode::Data,
                    fmt::format("A map needs at least {} rows; there {} {}.", kFewestPcaRows,
                                rows.size() == 1 ? "is" : "are", rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].empty() || rows[i].size() != rows.front().size())
            return fail(ErrorCode::Data,
                        fmt::format("Row {} has {} numbers, the first has {}: leave one of them out.", i + 1,
                                    rows[i].size(), rows.front().size()));
        if (!std::all_of(rows[i].begin(), rows[i].end(), [](double value) { return std::isfinite(value); }))
            return fail(ErrorCode::Data, fmt::format("Row {} holds a number that is not finite: leave it out.", i + 1));
    }
    return {};
}

} // namespace

Result<Pca> principalPlane(const Rows &rows)
{
    if (const Result<void> fits = check(rows); !fits)
        return tl::unexpected(fits.error());
    const Rows deviations = centred(rows);
    const bool byRow = rows.size() <= rows.front().size();
    const Rows matrix = gram(byRow ? deviations : transposed(deviations));
    return project(deviations, largestTwo(matrix), byRow);
}

} // namespace anneal
